"""Say loudly which engines are missing, so that their tests were skipped, and why."""

from relgym.backends.registry import engine_class, names
from relgym.errors import BackendError

for name in names():
    try:
        engine_class(name).version()
    except BackendError as error:
        print(f"\n*** The tests on the engine '{name}' were skipped:")
        print("\n".join(f"***   {line}" for line in str(error).splitlines()))
