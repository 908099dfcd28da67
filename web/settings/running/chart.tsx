import { locale } from '../../texts/locale.ts'

export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}

const size = { width: 640, height: 140, top: 14, bottom: 18 }

interface Props {
  /** A summary for screen readers; a table next to the chart has the numbers. */
  readonly label: string
  readonly ends: readonly [string, string]
  readonly series: readonly Series[]
  /** `bars` are stacked, `lines` aren't. */
  readonly kind: 'bars' | 'lines'
}

export function Chart({ label, ends, series, kind }: Props) {
  const count = Math.max(1, ...series.map(({ values }) => values.length))
  const totals = Array.from({ length: count }, (_, day) =>
    kind === 'bars'
      ? series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0)
      : Math.max(0, ...series.map(({ values }) => values[day] ?? 0)),
  )
  const most = rounded(Math.max(1, ...totals))
  const room = size.height - size.top - size.bottom
  const height = (value: number) => (value / most) * room
  const step = size.width / count
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label} preserveAspectRatio="none">
        <line class="chart-line" x1="0" x2={size.width} y1={size.top} y2={size.top} />
        <line class="chart-line" x1="0" x2={size.width} y1={size.top + room} y2={size.top + room} />
        {kind === 'bars'
          ? totals.map((_, day) => (
              <Bar key={day} at={day} step={step} series={series} height={height} floor={size.top + room} />
            ))
          : series.map(({ name, values }, index) => (
              <path
                key={name}
                class={`chart-path is-${index}`}
                d={pathOf(values, step, (value) => size.top + room - height(value))}
              />
            ))}
      </svg>
      <figcaption class="soft small">
        <span>{ends[0]}</span>
        <span class="chart-keys">
          {series.length > 1 &&
            series.map(({ name }, index) => (
              <span key={name}>
                <i class={`chart-key is-${index}`} aria-hidden="true" /> {name}
              </span>
            ))}
        </span>
        <span>{ends[1]}</span>
      </figcaption>
      <span class="chart-most soft small" aria-hidden="true">
        {most.toLocaleString(locale)}
      </span>
    </figure>
  )
}

interface BarProps {
  readonly at: number
  readonly step: number
  readonly series: readonly Series[]
  readonly height: (value: number) => number
  readonly floor: number
}

function Bar({ at, step, series, height, floor }: BarProps) {
  let top = floor
  return (
    <>
      {series.map(({ name, values }, index) => {
        const tall = height(values[at] ?? 0)
        top -= tall
        return (
          tall > 0 && (
            <rect
              key={name}
              class={`chart-bar is-${index}`}
              x={at * step + step * 0.1}
              width={step * 0.8}
              y={top}
              height={tall}
            />
          )
        )
      })}
    </>
  )
}

/** An SVG path with gaps for unknown days; a single day is a dot. */
export function pathOf(values: readonly (number | null)[], step: number, y: (value: number) => number): string {
  let isOpen = false
  const parts: string[] = []
  values.forEach((value, day) => {
    if (value === null) {
      isOpen = false
      return
    }
    const point = `${((day + 0.5) * step).toFixed(1)} ${y(value).toFixed(1)}`
    parts.push(isOpen ? `L${point}` : `M${point}h.01`)
    isOpen = true
  })
  return parts.join('')
}

/** The next round number up: 1, 2, 5 or 10 times a power of ten. */
export function rounded(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return ([1, 2, 5, 10].find((times) => times * unit >= value) ?? 10) * unit
}
