/** Our own icons, as strokes on a 20×20 grid in the text color. */
export const shapes = {
  inbox: 'M3 11h4l1.5 3h3L13 11h4M3 11l2.5-6h9L17 11v4.5H3z',
  clock: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM10 6v4l2.5 2',
  feed: 'M4 5h12M4 10h12M4 15h8',
  at: 'M13 10a3 3 0 1 1-6 0a3 3 0 0 1 6 0v1.2a2 2 0 0 0 4 0V10a7 7 0 1 0-2.6 5.4',
  star: 'M10 3l2.1 4.5l4.9.6l-3.6 3.3l1 4.9L10 13.9l-4.4 2.4l1-4.9L3 8.1l4.9-.6z',
  people:
    'M7.5 9.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5zM2.5 16a5 5 0 0 1 10 0M13 9.3a2.3 2.3 0 1 0-.7-4.5M14.5 11.6a4.6 4.6 0 0 1 3 4.4',
  hash: 'M8 3L6 17M14 3l-2 14M3.5 7.5h13M3 12.5h13',
  lock: 'M5 9h10v8H5zM7 9V7a3 3 0 0 1 6 0v2',
  globe: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM3 10h14M10 3c2.5 2 2.5 12 0 14c-2.5-2-2.5-12 0-14z',
  chevron: 'M7 5l5 5l-5 5',
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5L5 15',
  down: 'M10 4v12M5 11l5 5l5-5',
  send: 'M3 10l14-6l-4.5 13l-3-5.5z',
  check: 'M4 10.5l4 4l8-9',
  plus: 'M10 4v12M4 10h12',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7zM10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.4 1.4M14.3 14.3l1.4 1.4M4.3 15.7l1.4-1.4M14.3 5.7l1.4-1.4',
  moon: 'M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z',
  bell: 'M5 14h10l-1.5-2V9a3.5 3.5 0 0 0-7 0v3zM8.5 16.5a1.6 1.6 0 0 0 3 0',
  smile: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM7 11.5c1 2.2 5 2.2 6 0M7.6 7.9v.3M12.4 7.9v.3',
  pen: 'M4 16l.8-3.2L13 4.6a1.5 1.5 0 0 1 2.1 0l.3.3a1.5 1.5 0 0 1 0 2.1L7.2 15.2z',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6',
  pin: 'M7.5 3.5h5M8.5 3.5l-.6 5L5.5 11v1.5h9V11l-2.4-2.5l-.6-5M10 12.5V17',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  search: 'M8.5 3.5a5 5 0 1 0 0 10a5 5 0 0 0 0-10zM12.3 12.3L17 17',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  gear: 'M3 6h4M11 6h6M9 4v4M3 14h8M15 14h2M13 12v4',
  bot: 'M5 8h10v8H5zM10 8V4.5M8 11.5v.5M12 11.5v.5M2.8 11v2.5M17.2 11v2.5',
  out: 'M8 4H4v12h4M9 10h8M14 7l3 3l-3 3',
  headset:
    'M3.5 12v-1.5a6.5 6.5 0 0 1 13 0V12M3.5 11.5h2.5v4.5h-1a1.5 1.5 0 0 1-1.5-1.5zM16.5 11.5H14v4.5h1a1.5 1.5 0 0 0 1.5-1.5z',
  microphone: 'M10 3a2 2 0 0 0-2 2v4.5a2 2 0 0 0 4 0V5a2 2 0 0 0-2-2zM5 9.5a5 5 0 0 0 10 0M10 14.5V17',
  muted:
    'M8 8v1.5a2 2 0 0 0 3.2 1.6M12 8V5a2 2 0 0 0-3.9-.6M5 9.5a5 5 0 0 0 7.6 4.2M15 9.5a5 5 0 0 1-.5 2.2M10 14.5V17M3.5 3.5l13 13',
  camera: 'M3 6h9v8H3zM12 9l5-3v8l-5-3',
  cameraOff: 'M6 6h6v6M12 9l5-3v8l-2.5-1.5M12 14H3V6M3.5 3.5l13 13',
  screen: 'M3 4.5h14v9H3zM7 17h6M10 6.5v4.5M8 8.5l2-2l2 2',
  soundOff: 'M3.5 8h2.5l4-3.5v11L6 12H3.5zM13 8l4 4M17 8l-4 4',
  hand: 'M6.5 10V5.5a1.2 1.2 0 0 1 2.4 0V9M8.9 9V4.2a1.2 1.2 0 0 1 2.4 0V9M11.3 9V5a1.2 1.2 0 0 1 2.4 0v6.5a5 5 0 0 1-5 5a4.6 4.6 0 0 1-3.9-2.2L3.2 11.6a1.2 1.2 0 0 1 2-1.3l1.3 1.5',
  grow: 'M11.5 4H16v4.5M8.5 16H4v-4.5M16 4l-5 5M4 16l5-5',
  shrink: 'M16 8.5h-4.5V4M4 11.5h4.5V16M11.5 8.5l5-5M8.5 11.5l-5 5',
  reply: 'M8 5L3.5 9.5L8 14M3.5 9.5H12a4.5 4.5 0 0 1 4.5 4.5v1.5',
} as const
export type IconName = keyof typeof shapes

/** Icons that follow the text direction, mirrored in right-to-left layouts. */
const along: ReadonlySet<string> = new Set<IconName>(['chevron', 'send', 'out', 'feed', 'list', 'reply'])

/** Hidden from screen readers: the text or label next to it has the meaning. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <Drawing strokes={shapes[name]} size={size} isAlong={along.has(name)} />
)

export const Drawing = ({ strokes, size, isAlong }: { strokes: string; size: number; isAlong?: boolean }) => (
  <svg
    class={isAlong ? 'icon along' : 'icon'}
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={strokes} />
  </svg>
)
