import { invalidArgument, parsedJson, reason, z } from '#contract'
import { badWidget, interactiveOnlyByBots } from '../api/send.ts'
import { InteractiveWidget } from '../submessages/interactive-input.ts'

const items = (lines: string[]): string[] =>
  lines.map((line) => line.replace(/^\s*[-*]\s+/, '').trim()).filter((line) => line !== '')

const command = /^\/(poll|todo)(?:[ \t]+([^\n]*))?(?:\n|$)/

/**
 * For a message that begins with `/poll` or `/todo`, the content of its first submessage; otherwise undefined. The rest
 * of the first line is the question or title; each further line is an option, or a task and, after a colon, its
 * description.
 */
export function widgetOf(content: string): string | undefined {
  const [whole, kind, heading = ''] = command.exec(content) ?? []
  if (whole === undefined) return undefined
  const rest = items(content.slice(whole.length).split('\n'))
  const title = heading.trim()
  if (kind === 'poll') return JSON.stringify({ widget_type: 'poll', extra_data: { question: title, options: rest } })
  const tasks = rest.map((line) => {
    const [task = '', ...desc] = line.split(':')
    return { task: task.trim(), desc: desc.join(':').trim() }
  })
  return JSON.stringify({ widget_type: 'todo', extra_data: { task_list_title: title, tasks } })
}

const Choice = z.object({ type: z.string(), long_name: z.string(), reply: z.string(), short_name: z.string() })

/** Widgets that existing clients know, too. A form offers replies to choose from. */
const Widget = z.discriminatedUnion('widget_type', [
  z.object({ widget_type: z.literal('poll') }),
  z.object({ widget_type: z.literal('todo') }),
  z.object({
    widget_type: z.literal('zform'),
    extra_data: z.object({ type: z.literal('choices'), heading: z.string(), choices: z.array(Choice) }),
  }),
])

export function isWidget(text: string): boolean {
  return Widget.safeParse(parsedJson(text)).success
}

/** Validates a widget and returns the form to store; an interactive one keeps only known fields. */
export function checkedWidget(text: string, sender: { readonly isBot: boolean }): string {
  const given = parsedJson(text)
  if ((given as { widget_type?: unknown } | null | undefined)?.widget_type !== 'interactive') {
    if (!isWidget(text)) throw badWidget()
    return text
  }
  if (!sender.isBot) throw interactiveOnlyByBots()
  const { success, data, error } = InteractiveWidget.safeParse(given)
  if (!success) throw invalidArgument({}, { name: 'widget_content', reason: reason(error) })
  const { widget_type, extra_data } = data
  return JSON.stringify({ widget_type, extra_data })
}
