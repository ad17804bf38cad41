"""The one address that Alibi posts to."""

from django.urls import path

from .asked import asked

urlpatterns = [path("<int:thread>/", asked)]
