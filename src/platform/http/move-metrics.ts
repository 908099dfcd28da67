import { Counter, Gauge, type Registry } from 'prom-client'
import type { RuntimeRegistry } from '#platform/runtime'

export function addMoves(register: Registry, { seenMoves }: RuntimeRegistry): void {
  const registers = [register]
  new Gauge({
    name: 'loquat_moves',
    help: 'Organizations that are moved between databases: being copied, or in their new place while old rows go.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(seenMoves.states)) this.set({ state }, count)
    },
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('loquat_move_rows', 'Rows of the organizations that are being moved.', () => seenMoves.rows.of)
  gauge('loquat_move_rows_copied', 'Those of them that are copied.', () => seenMoves.rows.copied)
  gauge('loquat_move_pause_seconds', 'How long writes were blocked in the last move.', () => seenMoves.pauseSecs)
  new Counter({
    name: 'loquat_moves_total',
    help: 'Organizations that have come to another database while this process was there.',
    registers,
    collect() {
      this.reset()
      this.inc(seenMoves.decided)
    },
  })
}
