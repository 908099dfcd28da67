import type { StateBlock } from 'markdown-it'

/** Opens a spoiler with its header, which is inline Markdown; the caller parses the content in between. */
export function openSpoiler(state: StateBlock, header: string, line: number): void {
  state.push('spoiler_open', 'div', 1)
  if (header !== '') {
    state.push('paragraph_open', 'p', 1).map = [line, line + 1]
    const inline = state.push('inline', '', 0)
    inline.content = header
    inline.map = [line, line + 1]
    inline.children = []
    state.push('paragraph_close', 'p', -1)
  }
  state.push('spoiler_content', '', 0)
}

export function closeSpoiler(state: StateBlock): void {
  state.push('spoiler_close', 'div', -1)
}

export const spoilerHtml = {
  spoiler_open: () => '<div class="spoiler-block"><div class="spoiler-header">\n',
  spoiler_content: () => '</div><div class="spoiler-content" aria-hidden="true">\n',
  spoiler_close: () => '</div></div>\n',
}
