import './interactive-form.css'
import { formOf } from './form.ts'
import { FormView } from './form-view.tsx'
import { InteractiveView } from './interactive-view.tsx'
import type { WidgetProps } from './widget.tsx'

/** A form with reply buttons, or an interactive form below the bot's text. A form without replies is just the text. */
export function InteractiveWidget({ message, widget, id, text }: WidgetProps) {
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
