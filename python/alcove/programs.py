"""What the programs of Alcove that are written in Python share: how they end, and files that are whole or not there."""
import atexit
import os
import pathlib
import sys


def write_whole(path, text):
    """The old file or the new one, never a half; a link is followed, what is no regular file is written through. One name per file:
    what a kill leaves behind is used up when the file is written again. An OSError names `path`."""
    target = pathlib.Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_text(text)
            return
        temporary = target.with_name(f".{target.name}.tmp")
        try:
            with open(temporary, "w") as file:
                if target.exists():
                    if not os.access(target, os.W_OK):
                        raise PermissionError(13, os.strerror(13))
                    os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as problem:
        problem.filename = str(path)
        raise


def end(name, main, error, exit_code):
    """Runs `main` and ends the program: `error` and what the system refuses are said in one line, with this exit code."""

    def check_output():
        """However the program ends: what it printed is written, or an error says why not."""
        try:
            sys.stdout.flush()
        except OSError as problem:
            if not isinstance(problem, BrokenPipeError):  # a reader that has gone, as of `| head`
                print(f"{name}: error: standard output: cannot write: {problem.strerror}", file=sys.stderr, flush=True)
            os._exit(1)  # the interpreter would try again, and say it in its own words

    atexit.register(check_output)
    try:
        sys.exit(main())
    except error as problem:
        said = str(problem)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as problem:
        said = f"{problem.filename or 'standard output: cannot write'}: {problem.strerror or problem}"
    except KeyboardInterrupt:
        sys.exit(130)
    print(f"{name}: error: {said}", file=sys.stderr)
    sys.exit(exit_code)
