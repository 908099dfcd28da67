import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'

import { backKey, onKey } from '../parts/direction.ts'
import { t } from '../texts/writing.ts'
import type { ComposeState } from './compose-state.ts'
import type { Format } from './text/formatting.ts'
import { ToolIcon, type ToolIconName } from './tool-icon.tsx'
import { openWidgetForm } from './widgets/widget-request.ts'
import { widgetIn } from './widgets/widget-text.ts'

interface Tool {
  readonly label: string
  readonly icon: ToolIconName
  readonly run: (button: HTMLElement) => void
  readonly isPressed?: boolean
  /** Of use while writing only. */
  readonly writes?: boolean
  readonly isOff?: boolean
}

/** One stop of the Tab key, arrows inside; what is written keeps what is selected in it. */
export const Tools = ({ composeState }: { composeState: ComposeState }) => {
  const files = useRef<HTMLInputElement>(null)
  const stop = useSignal(0)
  const isPreview = composeState.mode.value === 'preview'
  const isExpanded = composeState.isExpanded.value
  const widget = widgetIn(composeState.text.value)
  const formatting = (label: string, icon: ToolIconName, kind: Format): Tool => ({
    label,
    icon,
    run: () => composeState.format(kind),
    writes: true,
  })
  const tools: readonly (Tool | undefined)[] = [
    { label: t.preview, icon: 'eye', run: () => composeState.togglePreview(), isPressed: isPreview },
    { label: t.addFiles, icon: 'clip', run: () => files.current?.click(), writes: true },
    {
      label: t.emoji,
      icon: 'smile',
      run: (button) => void import('./emoji-choice.ts').then((module) => module.chooseEmoji(composeState, button)),
      writes: true,
    },
    { label: t.mentionSomeone, icon: 'at', run: () => composeState.insert('@'), writes: true },
    { label: t.globalTime, icon: 'globe', run: () => composeState.insert('<time:'), writes: true },
    {
      label: t.snippets,
      icon: 'scissors',
      run: () => void import('./snippets/snippets.tsx').then((module) => module.openSnippets(composeState)),
      writes: true,
    },
    // a poll or a list is a message of its own
    {
      label: t.poll,
      icon: 'poll',
      run: () => openWidgetForm('poll', composeState),
      writes: true,
      isOff: !composeState.isEmpty.value && widget !== 'poll',
    },
    {
      label: t.tasks,
      icon: 'tasks',
      run: () => openWidgetForm('todo', composeState),
      writes: true,
      isOff: !composeState.isEmpty.value && widget !== 'todo',
    },
    undefined,
    formatting(t.bold, 'bold', 'bold'),
    formatting(t.italic, 'italic', 'italic'),
    formatting(t.struck, 'struck', 'struck'),
    formatting(t.link, 'link', 'link'),
    formatting(t.code, 'code', 'code'),
    formatting(t.bulleted, 'list', 'bulleted'),
    formatting(t.numbered, 'numbers', 'numbered'),
    formatting(t.quote, 'quote', 'quote'),
    formatting(t.spoiler, 'spoiler', 'spoiler'),
    formatting(t.mathematics, 'sigma', 'mathematics'),
    undefined,
    {
      label: isExpanded ? t.smaller : t.larger,
      icon: isExpanded ? 'shrink' : 'grow',
      run: () => {
        composeState.isExpanded.value = !isExpanded
      },
    },
  ]
  let place = -1
  return (
    <div
      class="tools"
      role="toolbar"
      aria-label={t.tools}
      onKeyDown={(event) => {
        const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
        const here = buttons.indexOf(document.activeElement as HTMLElement)
        const keys: Record<string, number> = { [onKey()]: here + 1, [backKey()]: here - 1, Home: 0, End: -1 }
        if (here < 0 || !Object.hasOwn(keys, event.key)) return
        event.preventDefault()
        const next = buttons.at((keys[event.key] as number) % buttons.length)
        next?.focus()
        stop.value = Number(next?.dataset.place)
      }}
    >
      {tools.map((tool, index) => {
        if (!tool) return <span class="between" key={index} aria-hidden="true" />
        place++
        return (
          <button
            type="button"
            class="tool"
            key={tool.icon}
            data-place={place}
            tabIndex={place === stop.value ? 0 : -1}
            aria-label={tool.label}
            title={tool.label}
            aria-pressed={tool.isPressed}
            disabled={(isPreview && tool.writes === true) || tool.isOff === true}
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => tool.run(event.currentTarget)}
          >
            <ToolIcon name={tool.icon} size={17} />
          </button>
        )
      })}
      <input
        type="file"
        ref={files}
        multiple
        hidden
        aria-label={t.addFiles}
        onChange={(event) => {
          composeState.attach([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
