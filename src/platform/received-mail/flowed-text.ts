/**
 * Joins the lines of a `format=flowed` text (RFC 3676): a line that ends with a space continues on the next line of the
 * same quote depth. Quoted lines start with their `>` marks and one space.
 */
export function joinFlowed(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  let open: { depth: number; text: string } | undefined
  const close = () => {
    if (open) lines.push(open.depth > 0 ? `${'>'.repeat(open.depth)} ${open.text}` : open.text)
    open = undefined
  }
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    // senders add a space before text that could be mistaken for a quotation
    const content = line.slice(depth).replace(/^ /, '')
    const isSignature = content === '-- '
    if (open && (isSignature || open.depth !== depth)) close()
    const continues = !isSignature && content.endsWith(' ')
    const added = continues && deletesSpace ? content.slice(0, -1) : content
    open = { depth, text: (open?.text ?? '') + added }
    if (!continues) close()
  }
  close()
  return lines.join('\n')
}
