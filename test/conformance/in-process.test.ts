import { inProcess, openCenterTarget } from './center-target.ts';
import { conformance } from './suite.ts';

conformance(() => openCenterTarget(inProcess));
