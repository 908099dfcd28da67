import { assert, test } from '#test'
import { upgradeLines } from './migration.ts'

test('the report of an upgrade has a pastable restore command', () => {
  const migrations = [
    { name: '20261128000000_a.sql', ms: 1_240 },
    { name: '20261128000001_b.sql', ms: 60 },
  ]
  const report = { migrations, backup: '/srv/my chat/backups/x.backup', dataDir: '/srv/my chat', keyFile: '/etc/key' }
  const [done, back] = upgradeLines(report)
  assert.equal(
    done,
    'The database was upgraded: 2 migrations in 1.3 s: 20261128000000_a.sql (1.2 s), 20261128000001_b.sql (0.1 s)',
  )
  assert.match(
    back as string,
    /run: loquat restore '\/srv\/my chat\/backups\/x\.backup' --replace --data-dir '\/srv\/my chat' --backup-key-file \/etc\/key$/,
  )
  const server = upgradeLines({ migrations, backup: 's3://b/x.backup', dataDir: undefined, keyFile: undefined })
  assert.match(server[1] as string, /run: loquat restore s3:\/\/b\/x\.backup --replace --database-url URL$/)
  const none = upgradeLines({ migrations, backup: undefined, dataDir: 'data', keyFile: undefined })
  assert.match(none[1] as string, /no backup from before the upgrade, because --backup-every is off/)
})
