"""The door of the plugin: Claude Code starts this file for each hook event, and for the bridge.

It stays small, because the file that Python is started with is the only one that is compiled anew each time.
"""

import os
import sys


def main(use: str) -> str:
    """Runs one use of the plugin and returns what stdout shall say."""
    # An installed plugin's folder has another name; the modules call their package `hooks` all the same.
    package = type(sys)("hooks")
    package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
    sys.modules["hooks"] = package
    if use == "flush":
        from hooks.flush import main as flush

        flush(*sys.argv[2:3])
        return ""
    if use == "distill":
        from hooks.distilling.work import main as distill

        distill()
        return ""
    if use == "bridge":
        from hooks.mcp_bridge import main as bridge

        bridge()
        return ""
    from hooks.dispatch import run

    return run()


if __name__ == "__main__":
    try:
        sys.stdout.write(main(sys.argv[1] if len(sys.argv) > 1 else ""))
        sys.stdout.flush()
    except BaseException as error:  # a broken installation must not become the person's problem in each turn
        sys.stderr.write(f"cairn: {error!r}\n")
        sys.stderr.flush()
    os._exit(0)  # skips the interpreter's tidying up, and any thread that still waits for the server
