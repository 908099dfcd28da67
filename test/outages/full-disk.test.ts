import { execFileSync } from 'node:child_process'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { assert } from '#test'
import { outage, patience, Scene, storm } from './fixture.ts'
import type { Load } from './load.ts'
import { folderForServer, isRoot, PostgresServer, programs } from './postgres.ts'

const sizeMib = 400

/** A small disk for the test; undefined without permission to mount one. */
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

/** Fills the disk until a message is refused. */
async function fillUntilFelt(filler: string, load: Load): Promise<void> {
  let isFelt = false
  void load.refusedFromNowOn().then(() => {
    isFelt = true
  })
  // the server may free space in between
  while (!isFelt) {
    await fill(filler)
    await pause(20)
  }
}

async function withScene(postgres: PostgresServer, work: (scene: Scene) => Promise<void>): Promise<void> {
  try {
    const scene = await Scene.open(postgres)
    try {
      await work(scene)
      assert.equal(await scene.health(), 200)
    } finally {
      await scene.close()
    }
  } finally {
    await postgres.stop('immediate')
  }
}

async function away(disk: string): Promise<void> {
  execFileSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
}

// a large message needs new pages at once
const size = 8_000
const [disk, tablesDisk] = programs ? [await smallDisk(), await smallDisk()] : []

if (disk && tablesDisk) {
  outage(
    'a full server disk loses and duplicates nothing acknowledged, and sending resumes by itself',
    async () => {
      const filler = join(disk, 'filler')
      const postgres = await PostgresServer.create(disk)
      await withScene(postgres, (scene) =>
        storm('when the disk is full', scene, {
          size,
          begin: ({ load }) => fillUntilFelt(filler, load),
          async end() {
            await rm(filler, { force: true })
            // without space for its log, the server may have crashed and failed to restart
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
        }),
      ).finally(() => away(disk))
    },
    patience,
  )

  outage(
    'a full tablespace only stops writes that need space, and sending resumes by itself',
    async () => {
      const filler = join(tablesDisk, 'filler')
      const postgres = await PostgresServer.create()
      await postgres.keepTablesIn(tablesDisk)
      await withScene(postgres, (scene) =>
        storm("when the tables' disk is full", scene, {
          size,
          async begin({ load, health }) {
            await fillUntilFelt(filler, load)
            const asked = { anchor: 'newest', num_before: '20', num_after: '0' }
            assert.equal((await load.call('GET', '/messages', asked)).status, 200)
            assert.equal((await load.call('GET', '/users/me')).status, 200)
            assert.equal((await load.call('POST', '/register')).status, 200)
            assert.equal(await health(), 200)
          },
          end: () => rm(filler, { force: true }),
        }),
      ).finally(async () => {
        await postgres.dispose()
        await away(tablesDisk)
      })
    },
    patience,
  )
} else {
  describe.skip('where nobody may mount a small disk (this takes root)', () => {
    test("when the server's disk is full", () => {})
  })
}
