import type { Plugin } from 'vite'
import { withPageDeployment } from '../../packages/protocol/src/deployment.ts'

/**
 * The development server's page is built for the deployment that its surroundings name. A build leaves the place empty: it is filled
 * afterwards, so that one build serves every deployment.
 */
export function deploymentBlock(deployment: string | undefined): Plugin {
  return {
    name: 'deployment-block',
    apply: 'serve',
    transformIndexHtml: (html) => (deployment === undefined ? html : withPageDeployment(html, JSON.parse(deployment))),
  }
}
