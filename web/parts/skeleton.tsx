/** Placeholder for rows that are loading: shown after 300 ms, and announced as text. */
export const Skeleton = ({ label }: { label: string }) => (
  <p class="skeleton" aria-busy="true">
    <span class="visually-hidden">{label}</span>
  </p>
)
