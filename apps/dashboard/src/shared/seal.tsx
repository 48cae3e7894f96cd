/** Insignia's logo in the current text color. */
export function Seal({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        fill="currentColor"
        d="M16 1l4 7.5 8.5-1-1 8.5L31 20l-8 3.5L20 31l-4-5-4 5-3-7.5L1 20l3.5-4-1-8.5 8.5 1z"
      />
      <circle cx="16" cy="16" r="5.5" fill="var(--sheet)" />
    </svg>
  );
}
