"""Addresses of disputes: below a table, and the queue."""

from django.urls import path

from tables.cases import pages, ruling_pages

urlpatterns = [
    path("cases/", pages.queue, name="cases"),
    path("tables/<uuid:table_id>/call/", pages.call, name="call"),
    path("tables/<uuid:table_id>/cases/<str:case>/", pages.case, name="case"),
    path(
        "tables/<uuid:table_id>/cases/<str:case>/rule/", ruling_pages.rule_on_case, name="case-rule"
    ),
    path("tables/<uuid:table_id>/cases/<str:case>/<str:deed>/", pages.case_do, name="case-do"),
    path("tables/<uuid:table_id>/hands/<int:hand>/rule/", ruling_pages.rule_on_hand, name="rule"),
    path("tables/<uuid:table_id>/rulings/", pages.rulings, name="rulings"),
    path("tables/<uuid:table_id>/rulings/<str:ruling>/", pages.ruling, name="ruling"),
    path(
        "tables/<uuid:table_id>/rulings/<str:ruling>/replace/", ruling_pages.replace, name="replace"
    ),
    path(
        "tables/<uuid:table_id>/rulings/<str:ruling>/<str:deed>/", pages.ruling_do, name="ruling-do"
    ),
]
