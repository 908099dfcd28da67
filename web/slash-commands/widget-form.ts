import { applyEdit } from '../compose/text/editing.ts'
import { openWidgetForm } from '../compose/widgets/widget-request.ts'
import type { WidgetKind } from '../compose/widgets/widget-text.ts'

/** Opens a form that composes the message, as an alternative to typing it. */
export const formFor =
  (kind: WidgetKind) =>
  (field: HTMLTextAreaElement): void =>
    openWidgetForm(kind, {
      field,
      replaceAll: (text) =>
        applyEdit(field, { from: 0, to: field.value.length, text, select: [text.length, text.length] }),
    })
