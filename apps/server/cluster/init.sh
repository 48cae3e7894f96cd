# The first process of the namespace, with which all others end. A shell: it reaps what loses its parent, as Patroni expects
# of a PostgreSQL that was killed.
node apps/server/cluster/run.ts
exit $?
