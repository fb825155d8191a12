import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useTheme } from './theme.ts'
import './ThemeToggle.css'

const faces = {
  light: { icon: 'sun', label: screenWords.frame.toLight },
  dark: { icon: 'lamp', label: screenWords.frame.toDark },
  system: { icon: 'contrast', label: screenWords.frame.toSystem },
} as const

/** The floating theme toggle: light, dark, and as the system says. It shows what it does next. */
export function ThemeToggle(): ReactNode {
  const { next, toggle } = useTheme()
  return <IconButton className="theme-toggle" {...faces[next]} onClick={toggle} />
}
