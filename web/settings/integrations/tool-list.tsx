import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Integration } from '../../../src/features/integrations/incoming-webhooks/api.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { listKeys } from '../../shortcuts/list-keys.ts'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { hrefOfPlace } from './addresses.ts'
import { ToolBadge } from './tool-badge.tsx'
import { categoryKeys, loadTools } from './tools.ts'

/** Chooses the tool of a new integration. `bot` is the bot to add it to; a new one by default. */
export function ToolList({ bot }: { bot: number | undefined }) {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  const { value, problem } = useLoaded(loadTools)
  const index = useMemo(
    () =>
      new SearchIndex(value ?? [], (tool) => `${tool.display_name} ${tool.name} ${i.categories[tool.category_key]}`),
    [value],
  )
  useEffect(() => field.current?.focus(), [value === undefined])
  if (!value) return <Loading problem={problem} label={r.loading} />
  const isFiltered = filter.value.trim() !== ''
  const shown = isFiltered ? index.find(filter.value).map(({ item }) => item) : value
  const hrefOf = ({ name }: Integration) =>
    hrefOfPlace({ kind: 'new', tool: name, ...(bot === undefined ? {} : { bot }) })
  const tools = (some: readonly Integration[]) => (
    <ul class="tools">
      {some.map((tool) => (
        <li key={tool.name} data-row={tool.name}>
          <a data-target href={hrefOf(tool)}>
            <ToolBadge tool={tool} />
            <span>{tool.display_name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links and of the field inside
    <div ref={list} onKeyDown={listKeys(list, field)}>
      <h3 class="integration-name">{i.chooseTool}</h3>
      <div class="filters-line">
        <FilterField filter={filter} label={i.findTool} field={field} />
      </div>
      <p class="soft small list-line" role="status">
        {shown.length === 0 ? i.noTool : i.toolCount(shown.length)}
      </p>
      {isFiltered
        ? tools(shown)
        : categoryKeys.map((key) => (
            <section key={key} aria-label={i.categories[key]}>
              <h4 class="integration-part">{i.categories[key]}</h4>
              {tools(value.filter(({ category_key }) => category_key === key))}
            </section>
          ))}
    </div>
  )
}
