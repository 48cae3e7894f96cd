export type MetricLabels = Readonly<Record<string, string>>;
export type MetricSample = { labels: MetricLabels; value: number };

/** Plain counters of this process, read when metrics are scraped. */
export class Figures {
  readonly #samples = new Map<string, Map<string, MetricSample>>();

  add(name: string, labels: MetricLabels = {}, by = 1): void {
    this.counter(name, labels).value += by;
  }

  set(name: string, labels: MetricLabels, value: number): void {
    this.counter(name, labels).value = value;
  }

  listSamples(name: string): MetricSample[] {
    return [...(this.#samples.get(name)?.values() ?? [])];
  }

  /** Returns the sample itself, for code that counts often. */
  counter(name: string, labels: MetricLabels): MetricSample {
    const samples = this.#samples.get(name) ?? new Map<string, MetricSample>();
    if (samples.size === 0) this.#samples.set(name, samples);
    const key = Object.values(labels).join('\n');
    const known = samples.get(key);
    if (known) return known;
    const sample = { labels, value: 0 };
    samples.set(key, sample);
    return sample;
  }
}
