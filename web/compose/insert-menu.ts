import { isRightToLeft } from '../parts/direction.ts'
import { openMenu } from '../parts/menu.tsx'
import { t } from '../texts/writing.ts'
import type { ComposeState } from './compose-state.ts'
import { openWidgetForm } from './widgets/widget-request.ts'
import { type WidgetKind, widgetIn } from './widgets/widget-text.ts'

/** Opens the menu of less common insertions, each with what to type instead. */
export function openInsertMenu(composeState: ComposeState, button: HTMLElement): void {
  const { left, right, top } = button.getBoundingClientRect()
  const form = (kind: WidgetKind, label: string) => ({
    key: kind,
    label,
    detail: `/${kind}`,
    run: () => openWidgetForm(kind, composeState),
    // a poll or to-do list is a message of its own
    isDisabled: !composeState.isEmpty.value && widgetIn(composeState.text.value) !== kind,
  })
  openMenu({
    label: () => t.insert,
    place: () => ({ x: isRightToLeft() ? right : left, y: top - 4 }),
    returnTo: () => composeState.field,
    items: () => [
      form('poll', t.poll),
      form('todo', t.tasks),
      { key: 'time', label: t.globalTime, detail: '<time:', run: () => composeState.insert('<time:'), begins: true },
      {
        key: 'snippets',
        label: t.snippets,
        detail: '~',
        run: () => void import('./snippets/snippets.tsx').then((module) => module.openSnippets(composeState)),
      },
      { key: 'spoiler', label: t.spoiler, run: () => composeState.format('spoiler'), begins: true },
      { key: 'formula', label: t.mathematics, run: () => composeState.format('mathematics') },
    ],
  })
}
