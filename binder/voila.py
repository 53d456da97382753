"""Voilà's settings on Binder: those of `hanalearn` itself. See postBuild."""

from hanalearn.serve import notebooks_folder, voila_settings

for section, settings in voila_settings(notebooks_folder()).items():
    c[section].update(settings)
