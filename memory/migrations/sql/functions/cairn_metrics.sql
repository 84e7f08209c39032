-- Return how the whole server is doing, for the operator's monitoring: sums over all teams, without any team's words
-- or names. It runs as the owner because it reads across teams. Its names are listed in web/gauges.py.
CREATE OR REPLACE FUNCTION cairn_metrics() RETURNS TABLE (name text, kind text, value double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT 'turns_due', '', count(*)::float FROM memory_turn WHERE due_at <= clock_timestamp()
    UNION ALL
    SELECT 'queue_age_seconds', '', coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float
    FROM memory_turn WHERE due_at <= clock_timestamp()
    UNION ALL
    SELECT 'capture_lag_seconds', '', coalesce(percentile_cont(0.95) WITHIN GROUP
        (ORDER BY greatest(extract(epoch FROM received_at - occurred_at), 0)), 0)::float
    FROM memory_observation WHERE received_at > clock_timestamp() - interval '10 minutes'
    UNION ALL
    SELECT 'events_failed', '', count(*)::float FROM memory_observation WHERE status = 'failed'
    UNION ALL
    SELECT 'deliveries', status, count(*)::float FROM memory_delivery WHERE status <> 'delivered' GROUP BY status
    UNION ALL
    SELECT 'embedding_backlog', 'memory', count(*)::float FROM memory_memory
    WHERE embedding_model = '' AND content <> '' AND purged_at IS NULL
    UNION ALL
    SELECT 'embedding_backlog', 'message', count(*)::float FROM memory_message
    WHERE embedding_model = '' AND content <> ''
    UNION ALL
    SELECT 'model_calls_today', provider, sum(calls)::float FROM memory_usage
    WHERE day = (clock_timestamp() AT TIME ZONE 'UTC')::date GROUP BY provider
    UNION ALL
    SELECT 'model_failures_today', provider, sum(failures)::float FROM memory_usage
    WHERE day = (clock_timestamp() AT TIME ZONE 'UTC')::date GROUP BY provider
    UNION ALL
    SELECT 'model_tokens_today', provider, sum(input_tokens + output_tokens)::float FROM memory_usage
    WHERE day = (clock_timestamp() AT TIME ZONE 'UTC')::date GROUP BY provider
    UNION ALL
    SELECT 'redactions_last_hour', taken.kind, sum(taken.number::bigint)::float
    FROM memory_auditevent e CROSS JOIN LATERAL jsonb_each_text(e.detail -> 'redactions') AS taken (kind, number)
    WHERE e.verb IN ('capture', 'redact') AND e.at > clock_timestamp() - interval '1 hour' AND e.detail -> 'redactions' <> '{}'
    GROUP BY taken.kind
$$;
