import { hrefOf } from '../navigation/route.ts'
import { s } from '../texts/settings.ts'
import type { FoundSetting } from './found-settings.ts'
import { routeOf } from './section.ts'

/** What a search found. Enter in the field opens the first one. */
export const FoundSettings = ({ found }: { found: readonly FoundSetting[] }) => (
  <>
    {found.length === 0 && <p class="soft none">{s.noneFound}</p>}
    <ul class="settings-found" aria-label={s.found}>
      {found.map(({ section, id, label }, index) => (
        <li key={`${section.key} ${id}`}>
          <a href={hrefOf(routeOf(section, id))} class={index === 0 ? 'entry is-first' : 'entry'}>
            <span class="words">
              <span>{label}</span>
              {id !== undefined && <span class="soft">{pageOf(section)}</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  </>
)

const pageOf = ({ head, title }: FoundSetting['section']): string =>
  head === 'organization' ? `${s.heads.organization} · ${title}` : title
