import { execFileSync } from 'node:child_process'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { assert } from '#test'
import { outage, patience, Scene, storm } from './fixture.ts'
import { folderForServer, isRoot, PostgresServer } from './postgres.ts'

const sizeMib = 400

/** A small disk of the test's own; undefined where nobody may have one. */
async function smallDisk(): Promise<string | undefined> {
  if (!isRoot) return undefined
  const folder = await folderForServer()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m,mode=1777`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
}

/** Takes all the space that there is. */
async function fill(file: string): Promise<void> {
  for (let size = 2 ** 20; size >= 4096; size /= 2) {
    const part = Buffer.alloc(size, 'x')
    for (;;) {
      try {
        await appendFile(file, part)
      } catch {
        break
      }
    }
  }
}

const disk = await smallDisk()

if (disk) {
  outage(
    "when the server's disk is full: every acknowledged message is there once, and sending goes on by itself",
    async () => {
      const filler = join(disk, 'filler')
      const postgres = await PostgresServer.create(disk)
      try {
        const scene = await Scene.open(postgres)
        try {
          await storm('when the disk is full', scene, {
            // a large message needs new pages at once
            size: 8_000,
            async begin({ load }) {
              const felt = load.refusedFromNowOn()
              let isFelt = false
              void felt.then(() => {
                isFelt = true
              })
              // the server may give space back in between
              while (!isFelt) {
                await fill(filler)
                await pause(20)
              }
            },
            async end() {
              await rm(filler, { force: true })
              // without space for its log the server may have crashed, and not come up again
              for (;;) {
                if (!postgres.isRunning) postgres.launch()
                try {
                  await postgres.sql('create temporary table room (body text)')
                  return
                } catch {
                  await pause(50)
                }
              }
            },
          })
          assert.equal(await scene.health(), 200)
        } finally {
          await scene.close()
        }
      } finally {
        await postgres.stop('immediate')
        execFileSync('umount', [disk])
        await rm(disk, { recursive: true, force: true })
      }
    },
    patience,
  )
} else {
  describe.skip('where nobody may mount a small disk (this takes root)', () => {
    test("when the server's disk is full", () => {})
  })
}
