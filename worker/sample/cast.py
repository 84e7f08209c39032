"""Who is in the story. One clones by ssh, one by https: both are the same project."""

from worker.sample.script import Persona

REMOTE = "git@github.com:acme/checkout.git"

MARA = Persona(home="/Users/mara", root="/Users/mara/code/checkout", remote=REMOTE, utc_offset=1)
TOMAS = Persona(
    home="/home/tomas",
    root="/home/tomas/src/checkout",
    remote="https://github.com/acme/checkout.git",
    utc_offset=0,
)
