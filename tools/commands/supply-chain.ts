import { run } from '../process/run.ts'
import { endOnSignal } from '../process/signals.ts'

/**
 * `pnpm supply-chain`: known vulnerabilities of installed packages, and the bill of materials.
 *
 * The registry must offer audits. CycloneDX goes to sbom.cdx.json. Exits with 1 for a high or critical vulnerability.
 */
const timeoutMs = 120_000
const billOfMaterials = 'sbom.cdx.json'

endOnSignal()
const bill = await run('pnpm', ['sbom', '--sbom-format', 'cyclonedx', '--lockfile-only', '--out', billOfMaterials], {
  timeoutMs,
})
console.log(bill.ok ? `The bill of materials is in ${billOfMaterials}.` : bill.output)
const audit = await run('pnpm', ['audit', '--audit-level', 'high'], { timeoutMs })
const isOffered = !audit.output.includes('ERR_PNPM_AUDIT')
if (isOffered) console.log(audit.output.trim())
else
  console.log('This registry does not answer questions about vulnerabilities: ask another, with npm_config_registry.')
process.exitCode = bill.ok && (audit.ok || !isOffered) ? 0 : 1
