# /// script
# requires-python = ">=3.11"
# dependencies = ["nox"]
# ///
"""The project's sessions. They only install and call; what they call is importable and tested."""

from __future__ import annotations

from pathlib import Path

import nox

nox.needs_version = ">=2026.10"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_venv = "yes"
# The longest first: with `-j` the others run beside it.
nox.options.sessions = ["tests", "typecheck", "lint", "peers"]

CODE = ("bench", "examples", "pipeline", "overlays", "parity", "tests", "noxfile.py")
LOCKED = (
    "nox pipeline lint tests typecheck build bench parity peers package old-twine index".split()
)
# What holds the templates of each CI system against its schema.
CI_SCHEMAS = {
    "github": ("vendor.github-workflows",),
    "gitlab": ("vendor.gitlab-ci", "--data-transform", "gitlab-ci"),
}
# No package runs code of its own while it is installed.
NPM_CI = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
# For scripts that take the client from where it is generated, as pytest does.
GENERATED = {"PYTHONPATH": "generated"}
# Tests start many interpreters: they compile each module once, whatever the environment says.
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
# Test files that `quick` leaves out: they generate whole clients, start interpreters or servers
# that misbehave, or cut streams at every byte.
SLOW = (
    *"pipeline/test_cli pipeline/test_generate_[hn]* pipeline/test_merge_proof".split(),
    *"pipeline/test_changes_wire pipeline/test_renditions pipeline/test_update_*".split(),
    *"pipeline/test_fuzz_documents pipeline/test_odd_documents pipeline/test_verify*".split(),
    *"sdk/test_client_lifecycle sdk/test_documents sdk/test_exit sdk/test_faults".split(),
    *"sdk/test_identity* sdk/test_memory sdk/test_mock_gateway_package sdk/test_recordings".split(),
    *"sdk/test_secrets sdk/test_stream sdk/test_stream_* sdk/test_transport_*".split(),
    *"sdk/test_verify".split(),
)


def install(session: nox.Session, name: str) -> None:
    """Install a locked set of requirements, checked by hash."""
    session.install("--require-hashes", "-r", f"requirements/{name}.txt")


def run_tests(session: nox.Session, *arguments: str) -> None:
    """Run pytest in as many processes as there are processors, and one more."""
    command = ("python", "-m", "pytest", "-n", "auto", "--dist", "worksteal")
    session.run(*command, *arguments, *session.posargs, env=COMPILED)


@nox.session
def regenerate(session: nox.Session) -> None:
    """Generate the client anew from the documents and overlays."""
    install(session, "pipeline")
    session.run("python", "-m", "pipeline", "regenerate", *session.posargs)


@nox.session
def check(session: nox.Session) -> None:
    """Fail, with a diff, if generated/ is not what would be generated now."""
    install(session, "pipeline")
    session.run("python", "-m", "pipeline", "check", *session.posargs)


@nox.session
def demo(session: nox.Session) -> None:
    """Generate and install the client, then stream an answer with its reasoning."""
    install(session, "pipeline")
    session.run("python", "-m", "pipeline", "regenerate")
    install(session, "build")
    session.install("--no-deps", "--no-build-isolation", "--force-reinstall", "./generated")
    session.run("python", "-P", "-m", "evolink_kimi.testing.demo", *session.posargs)


@nox.session(allow_parallel=True)
def tests(session: nox.Session) -> None:
    """Run all tests, the snapshot of generated/ among them; `-- -k NAME` for some."""
    install(session, "tests")
    run_tests(session)


@nox.session
def quick(session: nox.Session) -> None:
    """Check style, the snapshot and what fast tests see: takes less than a minute."""
    install(session, "tests")
    session.run("ruff", "check", *CODE)
    session.run("ruff", "format", "--check", *CODE, "generated")
    session.run("python", "-m", "pipeline", "check")
    left_out = (f"--ignore-glob=tests/{name}.py" for name in SLOW)
    run_tests(session, "tests/sdk", "tests/pipeline", *left_out)


@nox.session
def update(session: nox.Session) -> None:
    """Take in what the vendor publishes now: `-- [SOURCE …]`. Ends well if there was a change."""
    install(session, "typecheck")
    session.run("python", "-m", "pipeline.update", *session.posargs, success_codes=[0, 3, 4])


@nox.session(name="second-opinion")
def second_opinion(session: nox.Session) -> None:
    """Ask redocly what the update in the working tree breaks, and add that to its report."""
    install(session, "pipeline")
    install(session, "peers")
    with session.chdir("ci/second-opinion"):
        session.run(*NPM_CI, silent=True)
    session.run("python", "-m", "pipeline.changes.second_opinion", *session.posargs)


@nox.session
def campaign(session: nox.Session) -> None:
    """Run the tests that take minutes: mutations, fuzzing, scaling, whole updates."""
    install(session, "typecheck")
    command = ("python", "-m", "pytest", "-m", "campaign", "-s")
    session.run(*command, *session.posargs, env={"RANDOM_EXAMPLES": "1"})


@nox.session(allow_parallel=True)
def lint(session: nox.Session) -> None:
    """Check style and formatting, and the templates for CI."""
    install(session, "lint")
    session.run("ruff", "check", *CODE)
    session.run("ruff", "format", "--check", *CODE, "generated")
    for system, options in CI_SCHEMAS.items():
        templates = sorted(Path("ci").glob(f"*.{system}.yml"))
        session.run("check-jsonschema", "--builtin-schema", *options, *map(str, templates))
    templates = sorted(Path("ci").glob("*.github.yml"))
    options = ("--offline", "--no-config", "--persona", "auditor")
    session.run("zizmor", *options, *map(str, templates))


@nox.session(allow_parallel=True)
def typecheck(session: nox.Session) -> None:
    """Check types with mypy --strict and pyright: of all code, then of what users install."""
    install(session, "typecheck")
    session.run("mypy", *CODE, "generated/evolink_kimi")
    session.run("pyright")
    session.install("--no-deps", "--no-build-isolation", "--force-reinstall", "./generated")
    folder = Path(session.create_tmp()) / "documents"
    session.run("python", "-m", "tests.support.documents", str(folder))
    # A cache of its own: in the other the package is the one that lies in generated/.
    settings = ("--config-file", "tests/typing/mypy.ini", "--cache-dir", ".mypy_cache/installed")
    session.run("mypy", *settings, "tests/typing", *map(str, sorted(folder.glob("*.py"))))
    session.run("pyright", "--project", str(folder))
    session.run("python", "-m", "tests.support.promises")


@nox.session
def build(session: nox.Session) -> None:
    """Build wheel, sdist and attestation into dist/; prove them reproducible and check them."""
    install(session, "package")
    session.run("python", "-m", "pipeline.packaging", "build", *session.posargs)


@nox.session
def publish(session: nox.Session) -> None:
    """Upload what `build` left to an index: `-- URL`, `-- --dry-run URL`."""
    install(session, "package")
    session.run("python", "-m", "pipeline.packaging", "publish", *session.posargs)


@nox.session
def index(session: nox.Session) -> None:
    """A stranger's path, on real indexes on loopback: build, publish, install, run, upgrade."""
    install(session, "index")
    session.run("python", "-m", "pytest", "-m", "index", "tests/index", *session.posargs)


@nox.session
def consumers(session: nox.Session) -> None:
    """Try the wheel on every Python here, with lowest and newest dependencies and each extra."""
    install(session, "index")
    session.run("python", "-m", "pipeline.packaging", "build")
    session.run("python", "-m", "pipeline.packaging", "consumers", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the client beside hand-written httpx and the peers; `-- --quick` takes a minute."""
    install(session, "bench")
    session.install("--no-deps", "--no-build-isolation", "--force-reinstall", "./generated")
    session.run("python", "-m", "bench", *session.posargs)


@nox.session
def parity(session: nox.Session) -> None:
    """Play all vectors to all SDKs, the TypeScript one generated anew, and write the report."""
    install(session, "parity")
    session.run("python", "-m", "parity", "run", *session.posargs)


def install_peers(session: nox.Session) -> None:
    """Install Node and the independent servers, locked."""
    install(session, "peers")
    with session.chdir("tests/peers"):
        session.run(*NPM_CI, silent=True)


@nox.session(allow_parallel=True)
def peers(session: nox.Session) -> None:
    """Test the client against servers that have nothing in common with this project."""
    install_peers(session)
    session.run("python", "-m", "pytest", "-m", "peers", "tests/peers", *session.posargs)


@nox.session(name="peers-compare")
def peers_compare(session: nox.Session) -> None:
    """Play broken streams to this client and to its peers, and write the table of what they do."""
    install(session, "parity")
    session.run("python", "-m", "tests.peers.compare", *session.posargs, env=GENERATED)


@nox.session
def record(session: nox.Session) -> None:
    """Record anew, into tests/recordings, what the independent servers and the mock gateway say."""
    install_peers(session)
    session.run("python", "-m", "tests.recordings.record", *session.posargs, env=GENERATED)


@nox.session
def soak(session: nox.Session) -> None:
    """Make 10,000 calls and streams through faults, and see what stays; `-- CALLS` for others."""
    install(session, "tests")
    session.run("python", "-m", "tests.soak.run", *session.posargs)


@nox.session
def lock(session: nox.Session) -> None:
    """Update the requirement files to the newest releases their inputs allow."""
    session.install("uv")
    for name in LOCKED:
        session.run(
            *("uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--upgrade"),
            *("--python-version", "3.11", "--no-emit-index-url", "--no-annotate"),
            *("--custom-compile-command", "python -m nox -s lock"),
            *(f"requirements/{name}.in", "--output-file", f"requirements/{name}.txt"),
        )


if __name__ == "__main__":
    nox.main()
