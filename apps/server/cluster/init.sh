# PID 1 of the namespace, which ends with it. A shell, because it reaps orphans, as Patroni expects
# of a killed PostgreSQL.
node apps/server/cluster/run.ts
exit $?
