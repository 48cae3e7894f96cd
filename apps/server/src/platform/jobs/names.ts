/** Metric names. */
export const jobsTotal = 'insignia_jobs_total';
export const jobSecondsTotal = 'insignia_job_seconds_total';
export const choresTotal = 'insignia_chores_total';
export const choreSecondsTotal = 'insignia_chore_seconds_total';
export const choreLastSeconds = 'insignia_chore_last_seconds';
export const choreLastSuccess = 'insignia_chore_last_success_timestamp_seconds';
