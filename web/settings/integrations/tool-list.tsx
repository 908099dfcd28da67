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
import { categoryKeys, loadTools, outgoingTool } from './tools.ts'

type Listed = Pick<Integration, 'name' | 'display_name' | 'category_key'>

interface Props {
  /** The bot to add the integration to; a new one by default. */
  readonly bot: number | undefined
  readonly canAddOutgoing: boolean
}

/** Chooses the tool of a new integration, or an outgoing webhook. */
export function ToolList({ bot, canAddOutgoing }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  const { value, problem } = useLoaded(loadTools)
  const hasOutgoing = bot === undefined && canAddOutgoing
  const all = useMemo<readonly Listed[]>(
    () => [...(value ?? []), ...(hasOutgoing ? [outgoingTool] : [])],
    [value, hasOutgoing],
  )
  const index = useMemo(
    () => new SearchIndex(all, (tool) => `${tool.display_name} ${tool.name} ${i.categories[tool.category_key]}`),
    [all],
  )
  useEffect(() => field.current?.focus(), [value === undefined])
  if (!value) return <Loading problem={problem} label={r.loading} />
  const isFiltered = filter.value.trim() !== ''
  const shown = isFiltered ? index.find(filter.value).map(({ item }) => item) : all
  const hrefOf = (tool: Listed) =>
    hrefOfPlace(
      tool === outgoingTool
        ? { kind: 'outgoing' }
        : { kind: 'new', tool: tool.name, ...(bot === undefined ? {} : { bot }) },
    )
  const tools = (some: readonly Listed[]) => (
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
              {tools(all.filter(({ category_key }) => category_key === key))}
            </section>
          ))}
    </div>
  )
}
