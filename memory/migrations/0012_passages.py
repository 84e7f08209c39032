"""Long texts are cut into passages, which have vectors of their own."""

import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0011_conversations'),
    ]

    operations = [
        migrations.CreateModel(
            name='MemoryPassage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveIntegerField()),
                ('length', models.PositiveSmallIntegerField()),
                ('embedding', pgvector.django.halfvec.HalfVectorField(editable=False, null=True)),
                ('embedding_model', models.CharField(blank=True, default='', editable=False, max_length=100)),
                ('memory', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='passages', to='memory.memory')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='memory.team')),
            ],
            options={
                'indexes': [models.Index(fields=['team', 'embedding_model', '-id'], name='memory_passage_backlog')],
            },
        ),
        migrations.CreateModel(
            name='MessagePassage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveIntegerField()),
                ('length', models.PositiveSmallIntegerField()),
                ('embedding', pgvector.django.halfvec.HalfVectorField(editable=False, null=True)),
                ('embedding_model', models.CharField(blank=True, default='', editable=False, max_length=100)),
                ('message', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='passages', to='memory.message')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='memory.team')),
            ],
            options={
                'indexes': [models.Index(fields=['team', 'embedding_model', '-id'], name='message_passage_backlog')],
            },
        ),
        sql_migration("passages"),
    ]
