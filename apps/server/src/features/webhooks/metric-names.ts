/** Metric names. */
export const attemptsTotal = 'insignia_webhook_attempts_total';
