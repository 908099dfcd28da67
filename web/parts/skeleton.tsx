/** Stands for rows that are being loaded: drawn after 300 ms, and read out as a text. */
export const Skeleton = ({ label }: { label: string }) => (
  <p class="skeleton" aria-busy="true">
    <span class="visually-hidden">{label}</span>
  </p>
)
