"""What is worked on: a project is one repository, whatever its clones and worktrees are called."""

from django.db import models

from memory.models.people import Team


class Project(models.Model):
    """One code base of a team, known by its normalised remote, else by where it lies."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="projects")
    identity = models.CharField(max_length=400, help_text="github.com/org/repo, or local/name-hash without a remote.")
    name = models.CharField(max_length=200)
    captured = models.BooleanField(default=True, help_text="Off: what its sessions send is not stored.")
    legal_hold = models.BooleanField(default=False, help_text="Nothing of it is purged or erased while it stands.")
    is_sample = models.BooleanField(default=False, help_text="The sample project, removable in one click.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "identity"], name="one_project_per_team_and_identity")]

    def __str__(self) -> str:
        return self.name


class ProjectAlias(models.Model):
    """Another identity that means the same project (a moved remote, a merged duplicate)."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, models.CASCADE, related_name="aliases")
    identity = models.CharField(max_length=400)

    class Meta:
        verbose_name_plural = "project aliases"
        constraints = [models.UniqueConstraint(fields=["team", "identity"], name="one_alias_per_team_and_identity")]

    def __str__(self) -> str:
        return f"{self.identity} → {self.project}"
