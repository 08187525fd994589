import "../../ui/base.css";
import { mount } from "../mount.tsx";
import { AgentSite } from "./AgentSite.tsx";

void mount(() => <AgentSite />);
