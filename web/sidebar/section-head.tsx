import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import { foldedSections, toggleSection } from './folded-sections.ts'

interface Props {
  /** Storage name of the collapsed state. */
  readonly fold: string
  readonly name: string
  /** Links the name; the arrow next to it still collapses the section. */
  readonly href?: string
  /** Unread messages in the collapsed section. */
  readonly count?: number
  readonly mentioned?: boolean
}

export const SectionHead = ({ fold, name, href, count = 0, mentioned }: Props) => (
  <h2>
    <button
      type="button"
      class="fold"
      aria-expanded={!foldedSections.value.has(fold)}
      aria-label={href && name}
      onClick={() => toggleSection(fold)}
    >
      <Icon name="chevron" size={12} />
      {!href && <span dir="auto">{name}</span>}
      {!href && <Count count={count} mentioned={mentioned} />}
    </button>
    {href && <a href={href}>{name}</a>}
    {href && <Count count={count} />}
  </h2>
)
