import './interactive-form.css'
import { formOf } from './form.ts'
import { FormView } from './form-view.tsx'
import { InteractiveView } from './interactive-view.tsx'
import type { WidgetProps } from './widget.tsx'

/** A form whose answers are messages, or what a bot asks below its text. A form without answers is the text. */
export function Asking({ message, widget, id, text }: WidgetProps) {
  if (widget.kind === 'interactive')
    return (
      <>
        {text}
        <InteractiveView message={message} widget={widget} />
      </>
    )
  const form = formOf(widget)
  return form.choices.length === 0 ? text : <FormView message={message} form={form} id={id} />
}
