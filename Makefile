# Two commands do everything, from an empty machine with Python 3.11+ on:
#   make lessons     opens the lessons in a browser
#   make test        checks the code and runs every test
# The rest is for those who change the project. PYTHON names the Python to start from.

PYTHON ?= python3
RUN = .venv/bin/python -m

.PHONY: lessons test format soak figures shots clean
.NOTPARALLEL:

lessons:
	@$(PYTHON) tools/prepare.py lessons
	@.venv/bin/hanalearn

test:
	@$(PYTHON) tools/prepare.py test
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy
	.venv/bin/lint-imports
	$(RUN) pytest --nbval-lax --nbval-current-env --nbval-cell-timeout 120 notebooks
	$(RUN) pytest

# Rewrites the code in the project's format, and mends what ruff can mend.
format:
	@$(PYTHON) tools/prepare.py test
	$(RUN) ruff format
	$(RUN) ruff check --fix

# The large counts of random rounds and of quiz questions; what was found is written to tests/out/.
soak:
	@$(PYTHON) tools/prepare.py test
	.venv/bin/python tests/soak.py
	.venv/bin/python tests/soak.py --quiz

# Every figure that the README quotes, each against its floor in the same run.
figures:
	@$(PYTHON) tools/prepare.py test
	.venv/bin/python tests/figures.py

# The browser tests leave pictures of what they saw in shots/.
shots:
	@$(PYTHON) tools/prepare.py test
	HANALEARN_SHOTS=shots $(RUN) pytest tests/test_serve.py tests/test_views.py

clean:
	rm -rf .venv build dist shots tests/out .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
