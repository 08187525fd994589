-- What an agent was paid over a span of time, without reading every pay it ever had.
create index settlement_pay_income on settlement_pay (agent_id, paid_at) include (pay) where state = 'paid';
