import type { ComponentChildren } from 'preact'

/** A section of a person's file. */
export const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
