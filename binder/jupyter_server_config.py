"""The Jupyter server's settings on Binder: the kernels of pages that are gone are freed. See postBuild."""

from hanalearn.serve import kernel_settings

for section, settings in kernel_settings().items():
    c[section].update(settings)
