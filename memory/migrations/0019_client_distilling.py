"""Who distills a turn as the plugin says, what the team wants of it, and what developers' own Claude spent."""

import django.db.models.deletion
from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0018_abbreviations'),
    ]

    operations = [
        migrations.AddField(
            model_name='team',
            name='client_distill',
            field=models.CharField(blank=True, choices=[('', 'Up to each developer'), ('recommend', 'Recommended'), ('require', 'Required')], default='', help_text="Whether developers' own Claude distills their sessions.", max_length=10),
        ),
        migrations.AddField(
            model_name='turn',
            name='distill',
            field=models.CharField(blank=True, choices=[('', 'The server'), ('claude', "The developer's own Claude"), ('off', 'Nobody')], default='', help_text='Who makes its facts, as the plugin says.', max_length=6),
        ),
        migrations.CreateModel(
            name='ClientUsage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('model', models.CharField(blank=True, max_length=60)),
                ('calls', models.PositiveIntegerField(default=0)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('turns', models.PositiveIntegerField(default=0)),
                ('facts', models.PositiveIntegerField(default=0)),
                ('input_tokens', models.PositiveBigIntegerField(default=0)),
                ('output_tokens', models.PositiveBigIntegerField(default=0)),
                ('microdollars', models.PositiveBigIntegerField(default=0)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='memory.team')),
            ],
            options={
                'verbose_name_plural': 'client usage',
                'constraints': [models.UniqueConstraint(fields=('team', 'day', 'model'), name='one_sum_per_day_and_model')],
            },
        ),
        sql_migration("client_distilling"),
    ]
