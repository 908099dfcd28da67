import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { backKey, onKey } from '../parts/direction.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { t } from '../texts/writing.ts'
import type { ComposeState } from './compose-state.ts'
import type { Format } from './text/formatting.ts'
import { ToolIcon, type ToolIconName } from './tool-icon.tsx'

const [isFormattingOpen, keepFormattingOpen] = keptChoice(
  'formatting',
  (text) => text === 'open',
  (isOpen) => (isOpen ? 'open' : ''),
)

interface Tool {
  readonly label: string
  readonly icon: ToolIconName
  readonly run: (button: HTMLElement) => void
  /** The preview can't be edited. */
  readonly isForPreview?: boolean
  readonly aria?: Readonly<Record<`aria-${string}`, boolean | string>>
}

/** Toolbar with one tab stop and arrow keys. The text keeps its selection. */
export const Tools = ({ composeState }: { composeState: ComposeState }) => {
  const files = useRef<HTMLInputElement>(null)
  const isPreview = composeState.mode.value === 'preview'
  const isExpanded = composeState.isExpanded.value
  const isOpen = isFormattingOpen.value && !isPreview
  const formatting = (label: string, icon: ToolIconName, kind: Format): Tool => ({
    label,
    icon,
    run: () => composeState.format(kind),
  })
  const tools: readonly Tool[] = [
    {
      label: t.insert,
      icon: 'plus',
      run: (button) => void import('./insert-menu.ts').then((module) => module.openInsertMenu(composeState, button)),
      aria: { 'aria-haspopup': 'menu' },
    },
    { label: t.addFiles, icon: 'clip', run: () => files.current?.click() },
    {
      label: t.emoji,
      icon: 'smile',
      run: (button) => void import('./emoji-choice.ts').then((module) => module.chooseEmoji(composeState, button)),
    },
    { label: t.mentionSomeone, icon: 'at', run: () => composeState.insert('@') },
    {
      label: t.preview,
      icon: 'eye',
      run: () => composeState.togglePreview(),
      isForPreview: true,
      aria: { 'aria-pressed': isPreview },
    },
    {
      label: isExpanded ? t.smaller : t.larger,
      icon: isExpanded ? 'shrink' : 'grow',
      run: () => {
        composeState.isExpanded.value = !isExpanded
      },
      isForPreview: true,
    },
    {
      label: t.tools,
      icon: 'letters',
      run: () => {
        keepFormattingOpen(!isOpen)
        // in narrow windows, open formatting replaces the other tools
        stop.value = t.tools
      },
      aria: { 'aria-expanded': isOpen },
    },
  ]
  const formats: readonly Tool[] = [
    formatting(t.bold, 'bold', 'bold'),
    formatting(t.italic, 'italic', 'italic'),
    formatting(t.struck, 'struck', 'struck'),
    formatting(t.link, 'link', 'link'),
    formatting(t.code, 'code', 'code'),
    formatting(t.bulleted, 'list', 'bulleted'),
    formatting(t.numbered, 'numbers', 'numbered'),
    formatting(t.quote, 'quote', 'quote'),
  ]
  /** Label of the button that's the tab stop. */
  const stop = useSignal(t.insert)
  const isThere = [...tools, ...(isOpen ? formats : [])].some(({ label }) => label === stop.value)
  const stopNow = isPreview ? t.preview : isThere && !(isOpen && stop.value === t.insert) ? stop.value : t.tools
  const drawn = ({ label, icon, run, isForPreview, aria }: Tool): ComponentChildren => (
    <button
      type="button"
      class="tool"
      // the same button for both, so that it keeps the focus
      key={icon === 'shrink' ? 'grow' : icon}
      tabIndex={label === stopNow ? 0 : -1}
      aria-label={label}
      title={label}
      disabled={isPreview && !isForPreview}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => run(event.currentTarget)}
      {...aria}
    >
      <ToolIcon name={icon} size={17} />
    </button>
  )
  return (
    <div
      class={isOpen ? 'tools with-formats' : 'tools'}
      role="toolbar"
      aria-label={t.toolbar}
      onKeyDown={(event) => {
        const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
        const buttons = all.filter((button) => button.checkVisibility())
        const here = buttons.indexOf(document.activeElement as HTMLElement)
        const keys: Record<string, number> = { [onKey()]: here + 1, [backKey()]: here - 1, Home: 0, End: -1 }
        if (here < 0 || !Object.hasOwn(keys, event.key)) return
        event.preventDefault()
        const next = buttons.at((keys[event.key] as number) % buttons.length)
        next?.focus()
        stop.value = next?.ariaLabel ?? t.tools
      }}
    >
      {tools.map(drawn)}
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its buttons out differently
        <div class="formats" role="group" aria-label={t.tools}>
          {formats.map(drawn)}
        </div>
      )}
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
