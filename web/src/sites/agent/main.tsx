import "../../ui/base.css";
import { keepMemberLanguage } from "../../features/accounts/memberLanguage.ts";
import { mount } from "../mount.tsx";
import { AgentSite } from "./AgentSite.tsx";

void mount(() => <AgentSite />, { onLanguage: keepMemberLanguage });
