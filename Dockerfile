FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PATH="/srv/.venv/bin:$PATH"
WORKDIR /srv
RUN pip install --no-cache-dir uv==0.13.9 && useradd --system --home /srv laozhuang

COPY pyproject.toml uv.lock ./
RUN uv sync --locked --no-default-groups --no-install-project --no-cache

COPY . .
# The key is for this step alone; the site gets its own from the environment.
RUN python -m config.messages compile \
 && STATIC_COLLECTED=1 SECRET_KEY=build python manage.py collectstatic --noinput \
 && mkdir -p var && chown -R laozhuang var
USER laozhuang
EXPOSE 8000
