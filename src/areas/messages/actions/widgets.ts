/** A list item of the command's following lines, without its bullet. */
const items = (lines: string[]): string[] =>
  lines.map((line) => line.replace(/^\s*[-*]\s+/, '').trim()).filter((line) => line !== '')

const command = /^\/(poll|todo)(?:[ \t]+([^\n]*))?(?:\n|$)/

/**
 * What a message that begins with `/poll` or `/todo` is, as the content of its first submessage; undefined for others.
 * The first line goes on with the question or the title; each further line is an option, or a task and, after a colon,
 * its description.
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

/** Whether a text says what kind of widget a message is: JSON of an object with that name. */
export function isWidget(text: string): boolean {
  try {
    const value = JSON.parse(text) as { widget_type?: unknown } | null
    return typeof value === 'object' && typeof value?.widget_type === 'string'
  } catch {
    return false
  }
}
