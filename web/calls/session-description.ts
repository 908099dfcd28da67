/** Removes feedback lines of codecs that aren't offered. Firefox leaves them in, and Chromium rejects the description. */
export function withoutStrayFeedback(sdp: string): string {
  let offered: ReadonlySet<string> = new Set()
  return sdp
    .split('\r\n')
    .filter((line) => {
      if (line.startsWith('m=')) offered = new Set(line.split(' ').slice(3))
      if (!line.startsWith('a=rtcp-fb:')) return true
      const [codec = ''] = line.slice('a=rtcp-fb:'.length).split(' ')
      return codec === '*' || offered.has(codec)
    })
    .join('\r\n')
}
