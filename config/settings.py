"""Settings of the site, driven by environment variables (listed in docs/operating.md)."""

from __future__ import annotations

import os
from pathlib import Path

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.environment import checkpoint_key, database, email, flag, secret_key, words
from config.queue import FILES, broker

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))

DEBUG = flag("DEBUG")
SECRET_KEY = secret_key(VAR_DIR)
# Signs checkpoints: the private half of an Ed25519 key.
CHECKPOINT_KEY = checkpoint_key(VAR_DIR)
# Public keys that signed checkpoints before it.
CHECKPOINT_OLD_KEYS = [key.lower() for key in words("CHECKPOINT_OLD_KEYS")]
# Who is told by e-mail, beside an event's organisers, when a log or what is kept of it is wrong.
ALARM_EMAILS = words("ALARM_EMAILS")
# Whoever reads /metrics/ shows this; without it there is no such page.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "accounts",
    "tables",
    "tables.lobby",
    "tables.checkpoints",
    "tournaments",
    "tournaments.clubs",
    "tournaments.ratings",
    "tournaments.letters",
    "tournaments.audit",
    "tournaments.archive",
    "rules",
    "config.admin_app.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.NoNulMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.AccountLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.SecondFactorMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": database(os.environ.get("DATABASE_URL", "postgresql://localhost/laozhuang"))
}
# Rate limits are counted here: in the database, so that all processes count together.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "accounts_cache",
        # Nobody gets rid of a count by making many others.
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Optional: wakes the other processes of a site that runs more than one.
REDIS_URL = os.environ.get("REDIS_URL", "")

# The queue of tasks; a site with Redis keeps it there, any other in files.
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker(
    os.environ.get("CELERY_BROKER_URL") or REDIS_URL or FILES, VAR_DIR / "queue"
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Answers whether a worker is alive; not over a queue of files, which nobody would empty.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not CELERY_BROKER_URL.startswith("filesystem")
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# Every second tick does all that is due; one that comes late or twice finds less to do.
CELERY_BEAT_SCHEDULE = {
    "tick": {"task": "tournaments.tick", "schedule": 2.0, "options": {"expires": 10}},
    # What no task has told yet, reminders, and what could not be sent before.
    "letters": {
        "task": "tournaments.letters_sweep",
        "schedule": 60.0,
        "options": {"expires": 50},
    },
    # What was signed by a task that got lost, and once a day whatever has happened.
    "checkpoints_due": {
        "task": "tournaments.checkpoint_due",
        "schedule": 300.0,
        "options": {"expires": 280},
    },
    "checkpoint_daily": {"task": "tables.checkpoint", "schedule": crontab(hour=19, minute=30)},
    # Archives whose worker died, and those that nobody needs any more.
    "archives_tidy": {
        "task": "tournaments.archives_tidy",
        "schedule": 60.0,
        "options": {"expires": 50},
    },
    # At 4:10 in Shanghai: what is kept is compared with what the logs say.
    "audit_nightly": {
        "task": "tournaments.audit_nightly",
        "schedule": crontab(hour=20, minute=10),
    },
    # After the comparison, which has to find what this mends.
    "rate_nightly": {"task": "tournaments.rate_nightly", "schedule": crontab(hour=22, minute=10)},
}
# Whether what happens at tables and events is followed up by tasks at once, not at the next tick.
FOLLOW_UP = flag("FOLLOW_UP", default=True)

# The pace at live tables, in milliseconds: a built-in player's move, and the time between hands.
BOT_MS = int(os.environ.get("BOT_MS", "900"))
BETWEEN_MS = int(os.environ.get("BETWEEN_MS", "8000"))
# What one live connection may send: messages at once, and a second in the long run.
LIVE_BURST = int(os.environ.get("LIVE_BURST", "20"))
LIVE_PER_SECOND = float(os.environ.get("LIVE_PER_SECOND", "10"))

# A site that shows the demo opens the next of its tables when a match is over.
DEMO = flag("DEMO")

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Signing up, logging in and whatever comes by e-mail is django-allauth's.
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupDetails"
ACCOUNT_USER_DISPLAY = "accounts.adapters.public_name"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {"claim": "10/m/ip,30/h/user"}
MFA_ADAPTER = "accounts.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_TOTP_ISSUER = "Laozhuang"
MFA_TOTP_TOLERANCE = 1
# Off only where nobody's results depend on it: organisers then act by password alone.
MFA_REQUIRED = flag("MFA_REQUIRED", default=True)

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [
    ("zh-hans", _("Simplified Chinese")),
    ("zh-hant", _("Traditional Chinese")),
    ("en", _("English")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = os.environ.get("TIME_ZONE", "Asia/Shanghai")
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# In production the files are collected and carry their hash in the name; a local run
# reads them where they are.
STATIC_COLLECTED = flag("STATIC_COLLECTED")
STATIC_ROOT = BASE_DIR / "staticfiles" if STATIC_COLLECTED else None
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# HTTPS=1 behind a proxy that ends TLS and sets X-Forwarded-Proto.
HTTPS = flag("HTTPS")
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Proxies of our own in front: that many of the last X-Forwarded-For addresses are believed.
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TRUSTED_PROXIES") or HTTPS)
# Browsers offer security keys over https, and on this machine.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

# Without EMAIL_URL messages are printed, which is enough to look at the site by oneself.
globals().update(email(os.environ.get("EMAIL_URL", "")))
# Where the site is, for links in messages that no request asked for.
SITE_URL = os.environ.get("SITE_URL") or f"http://127.0.0.1:{os.environ.get('PORT', '8000')}"
SITE_URL = SITE_URL.rstrip("/")
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "Laozhuang <laozhuang@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
