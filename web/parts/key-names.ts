const isMac = navigator.platform.startsWith('Mac')
const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

export function keyName(key: string): string {
  if (key.startsWith('Ctrl+')) return `${isMac ? '⌘' : 'Ctrl '}${keyName(key.slice(5))}`
  if (names[key]) return names[key]
  if (/^[A-Z]$/.test(key)) return `⇧ ${key}`
  return /^[a-z]$/.test(key) ? key.toUpperCase() : key
}
