import { buildServer, compileContracts, worldSnapshot } from '@parley/testkit'
import { buildPage, PageBuildError } from '../page/buildPage.ts'
import { takeChildCpuS } from '../process/childCpu.ts'
import type { TestPart } from './TestPart.ts'

/** Shared prerequisites of several parts, made once and kept until their sources change. */
export const preparations: readonly TestPart[] = [
  {
    name: 'compile',
    usualCpuS: 12,
    run: async () => {
      const ownBefore = process.cpuUsage()
      await compileContracts()
      await worldSnapshot('few')
      await worldSnapshot('full')
      await buildServer()
      const { user, system } = process.cpuUsage(ownBefore)
      const childS = takeChildCpuS()
      return { passed: 0, failed: 0, cpuS: childS === null ? null : childS + (user + system) / 1e6 }
    },
  },
  {
    name: 'pages',
    usualCpuS: 14,
    run: async (watch) => {
      try {
        let cpuS = 0
        for (const mode of ['production', 'demo'] as const)
          await buildPage(mode, { onBuilt: (built) => (cpuS += built.cpuS ?? 0) })
        return { passed: 0, failed: 0, cpuS }
      } catch (error) {
        if (!(error instanceof PageBuildError)) throw error
        const text = `${error.output}\n${error.message}`
        watch.ended({ file: 'apps/web', title: error.message, ms: 0, outcome: 'failed', error: text })
        return { passed: 0, failed: 1, cpuS: null }
      }
    },
  },
]
