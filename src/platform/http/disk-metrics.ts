import { Gauge, type Registry } from 'prom-client'
import { type Space, spaceOf } from '#platform/disk'
import type { Runtime } from '#platform/runtime'

/** Disk space of the data directory, measured on each scrape. */
export function addDisk(register: Registry, { disk }: Runtime): void {
  const gauge = (name: string, help: string, read: (space: Space) => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await spaceOf(disk.folder).then(read, () => Number.NaN))
      },
    })
  gauge('loquat_disk_free_bytes', 'Bytes that are free for the data directory.', ({ free }) => free)
  gauge('loquat_disk_bytes', 'Size of the disk that the data directory is on, in bytes.', ({ total }) => total)
}
